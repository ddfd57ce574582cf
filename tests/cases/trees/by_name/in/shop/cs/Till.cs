using Shop.Prices;

namespace Shop.Tills
{
    class Till
    {
        Money total = Money.Parser.Parse("1");
        void Close() { total.Round(); }
    }
}
