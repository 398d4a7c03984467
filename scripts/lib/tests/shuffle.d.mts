import type { Suite } from 'mocha';

export function shuffled<T>(items: readonly T[], seed: number): T[];
export function shuffleSuite(suite: Suite, seed: number): void;
export function seedOf(text: string): number;
