namespace Shop.Prices.Taxes { class Tax { Money of; } }
