export type Variant = { name: string; width: number; height: number; bytes: number };
