package com.example.tools;

import com.example.shop.v1.PriceRequest;
import com.example.shop.v1.PricesGrpc;

class Asker {
  long count(PricesGrpc.PricesBlockingStub stub) {
    PriceRequest request = PriceRequest.newBuilder().addProductIds("a").setName("b").build();
    return stub.getPrices(request).getPricesCount() + request.getProductIdsCount();
  }
}
