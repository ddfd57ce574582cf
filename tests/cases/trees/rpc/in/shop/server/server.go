package server

import (
	"context"

	"example.com/shop/gen/shopv1"
)

type server struct {
	shopv1.UnimplementedPricesServer
	name string
}

// GetPrices answers for product_ids; a comment is no use of them.
func (s *server) GetPrices(ctx context.Context, request *shopv1.PriceRequest) (*shopv1.PriceReply, error) {
	reply := &shopv1.PriceReply{}
	for _, id := range request.GetProductIds() {
		amount := lookup(id)
		reply.Prices = append(reply.Prices, &shopv1.Price{Amount: amount, Currency: shopv1.Currency_CURRENCY_EURO})
	}
	return reply, nil
}

func start(r Registrar) {
	shopv1.RegisterPricesServer(r, &server{name: "prices"})
}
