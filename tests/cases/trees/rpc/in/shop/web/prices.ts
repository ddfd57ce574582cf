import { PricesClient } from "./gen/shop_grpc_pb";
import { PriceRequest } from "./gen/shop_pb";

export async function ask(client: PricesClient, ids: string[]): Promise<number[]> {
  const request = new PriceRequest();
  request.setProductIdsList(ids);
  const reply = await client.getPrices(request);
  return reply.getPricesList().map((price) => price.getAmount());
}

export function cached(cache: Map<string, number>, query: { productIds: string[] }): boolean {
  return query.productIds.every((id) => cache.has(id));
}
