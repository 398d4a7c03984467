import { isRecord } from '../../src/base/record';

const ODD: readonly unknown[] = [undefined, null, true, 0, -1.5, 'x', '', [], [null], {}, { x: [] }];

/** Yields variants of a value in which the value or one of its parts is missing or replaced. */
export function* oddVariants(value: unknown): Generator {
  yield* ODD;
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) {
      yield value.toSpliced(index, 1);
      for (const odd of oddVariants(part)) yield value.with(index, odd);
    }
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      for (const odd of oddVariants(part)) yield { ...value, [name]: odd };
    }
  }
}
