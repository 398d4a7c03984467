export const PSEUDO_LOCALE: string;
export function pseudo(text: string): string;
