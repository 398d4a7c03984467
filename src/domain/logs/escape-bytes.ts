export const BRACKET = 91;

/** Introducers of control sequences, and of strings that end with BEL or ESC \: OSC, DCS, SOS, PM, APC. */
const INTRODUCERS = new Uint8Array(256);
for (const byte of [BRACKET, 93, 80, 88, 94, 95]) INTRODUCERS[byte] = 1;

export const isIntroducer = (byte: number): boolean => INTRODUCERS[byte] === 1;

/** Two-byte control characters represent an escape character and another one: 0xC2 0x9B for `ESC [`. */
export const introducerOf = (second: number): number | undefined =>
  second >= 0x40 && isIntroducer(second - 0x40) ? second - 0x40 : undefined;

/** The first byte of a two-byte control character. */
export const WIDE_CONTROL = 0xc2;
