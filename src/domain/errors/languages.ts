/** Languages whose SDKs are supported (server-behavior.md#supported-languages). */
export const LANGUAGES = ['go', 'java', 'nodejs', 'php', 'python', 'ruby', 'rust'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages whose printed stack traces are recognized. `native`: C and C++ with sanitizers. */
export const STACK_LANGUAGES = [...LANGUAGES, 'dotnet', 'dart', 'elixir', 'native'] as const;
export type StackLanguage = (typeof STACK_LANGUAGES)[number];

export type IngestionKind = 'store' | 'envelope';
export type ItemType = 'exception' | 'message' | 'session';

export interface SdkSupport {
  /** The type of endpoint that the SDK uses. */
  readonly kind: IngestionKind;
  readonly items: readonly ItemType[];
}

/**
 * Events that servers accept from each language's SDK, and how it is sent (server-behavior.md#supported-languages).
 */
export const SDK_SUPPORT: Readonly<Record<Language, SdkSupport>> = {
  go: { kind: 'store', items: ['exception', 'message'] },
  java: { kind: 'envelope', items: ['exception', 'message'] },
  nodejs: { kind: 'envelope', items: ['exception', 'message'] },
  php: { kind: 'store', items: ['exception', 'message'] },
  python: { kind: 'envelope', items: ['exception', 'message', 'session'] },
  ruby: { kind: 'envelope', items: ['exception', 'message'] },
  rust: { kind: 'envelope', items: ['exception', 'message', 'session'] },
};
