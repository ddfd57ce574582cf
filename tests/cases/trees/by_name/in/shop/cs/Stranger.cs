using Other.Library;

namespace Elsewhere { class Stranger { Money theirs; } }
