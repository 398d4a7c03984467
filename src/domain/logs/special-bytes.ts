/**
 * Meaning of a byte in a log: 0 is an ordinary character, 1 a control character except tab, 2 forms a control character
 * after 0xC2, and 3 is the third byte of U+2028 or U+2029.
 */
export const SPECIAL = new Uint8Array(256);
for (let byte = 0; byte < 32; byte++) if (byte !== 9) SPECIAL[byte] = 1;
SPECIAL[127] = 1;
for (let byte = 0x80; byte <= 0x9f; byte++) SPECIAL[byte] = 2;
SPECIAL[0xa8] = 3;
SPECIAL[0xa9] = 3;
