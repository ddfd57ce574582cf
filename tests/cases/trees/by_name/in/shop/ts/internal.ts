export * from "./store/money";
