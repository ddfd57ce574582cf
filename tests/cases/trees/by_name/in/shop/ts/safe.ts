import { parse } from "./internal";
export const safe = (text: string) => parse(text);
