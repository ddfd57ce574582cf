using Example.Shop.V1;

namespace Example.Tools;

public class Asker : Prices.PricesBase
{
    private readonly Prices.PricesClient client;

    public async Task<long> First(string id)
    {
        var request = new PriceRequest { ProductIds = { id }, Name = "one" };
        var reply = await client.GetPricesAsync(request);
        return reply.Prices[0].Currency == Currency.Euro ? reply.Prices[0].Amount : 0;
    }
}
