import { Money, parse } from "./store";
export function total(text: string): Money { return parse(text).round(); }
