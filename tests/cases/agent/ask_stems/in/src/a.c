int renumbered_pages(int first) { return first + 1; }
int painted_walls(int first) { return first + 2; }
int connecting_ships(int first) { return first + 3; }
