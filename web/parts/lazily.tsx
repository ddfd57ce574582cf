// A component whose code loads when it is first shown.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../state/api";
import { Failed, Waiting } from "./states";

// Held by every component that is loaded, so that coming back to a room draws at once.
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let ready: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [part, set] = useState<{ Part: ComponentType<P> | null }>({ Part: ready });
    const [failed, fail] = useState(false);
    useEffect(() => {
      if (part.Part) return;
      load().then((loaded) => set({ Part: (ready = loaded) }), () => fail(true));
    }, []);
    // A newer server has other chunks: the page must be loaded again.
    if (failed) return <Failed failure={new Failure(0, "This part of the page could not be loaded; the server may be gone or newer.")} again={() => location.reload()} />;
    if (!part.Part) return <Waiting />;
    const { Part } = part;
    return <Part {...props} />;
  };
}
