-- Packed blocks carry checksums. What an earlier version packed has none and is read as before.

-- What comments of earlier migrations say otherwise.
-- _unit.data: blocks, packed, with checksums (engine/search/block.h)
-- _posting.blocks: the list with a checksum, or the place and the checksum of one in _posting_page (store/index/posting_lists.h)
