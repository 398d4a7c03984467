import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withRules } from '../../../src/domain/jobs/input-rules';
import type { DeclaredInput, InputCondition, InputRule } from '../../../src/domain/jobs/inputs';

const inputOf = (name: string, changes: Partial<DeclaredInput> = {}): DeclaredInput => ({
  ...{ name, type: 'string', description: undefined, required: false, default: undefined },
  ...{ options: [], regex: undefined, rules: [] },
  ...changes,
});
const equals = (input: string, value: string): InputCondition => ({ kind: 'equals', input, value });
const rule = (
  condition: InputCondition | undefined,
  options: readonly string[],
  usual?: string,
): InputRule => ({
  ...{ condition, options, default: usual },
});
const CLOUD = inputOf('cloud', { default: 'aws', options: ['aws', 'gcp'] });
const UNKNOWN: InputCondition = { kind: 'unknown' };

describe('rules of inputs', () => {
  const sizeOf = (rules: readonly InputRule[], values: Readonly<Record<string, string>> = {}) => {
    const size = inputOf('size', { required: true, rules });
    const found = withRules([CLOUD, size], new Map(Object.entries(values)))[1] ?? assert.fail();
    return [found.options, found.default, found.required];
  };

  it('set the options and the default by the first true condition', () => {
    const rules = [
      rule(equals('cloud', 'gcp'), ['e2'], 'e2'),
      rule(equals('cloud', 'aws'), ['t3', 'm5'], 't3'),
      rule(undefined, ['any'], 'any'),
    ];
    assert.deepEqual(sizeOf(rules), [['t3', 'm5'], 't3', false]);
    assert.deepEqual(sizeOf(rules, { cloud: 'gcp' }), [['e2'], 'e2', false]);
    assert.deepEqual(sizeOf(rules, { cloud: 'azure' }), [['any'], 'any', false]);
  });

  it('use the rule without a condition only if no other applies', () => {
    const rules = [rule(undefined, ['any']), rule(equals('cloud', 'aws'), ['t3'], 't3')];
    assert.deepEqual(sizeOf(rules), [['t3'], 't3', false]);
    assert.deepEqual(sizeOf(rules, { cloud: 'gcp' }), [['any'], undefined, true]);
    assert.deepEqual(sizeOf([rule(equals('cloud', 'gcp'), ['e2'])]), [[], undefined, true]);
  });

  it('combine conditions, also if the server has to check some of them', () => {
    const aws = equals('cloud', 'aws');
    const gcp: InputCondition = { kind: 'not-equals', input: 'cloud', value: 'aws' };
    const both = (kind: 'and' | 'or', ...conditions: InputCondition[]): InputCondition => ({
      kind,
      conditions,
    });
    const applies = (condition: InputCondition): boolean | undefined => {
      const [options] = sizeOf([rule(condition, ['yes'], 'yes'), rule(undefined, ['no'], 'no')]);
      return options === undefined || (Array.isArray(options) && options.length === 0)
        ? undefined
        : JSON.stringify(options) === '["yes"]';
    };
    const cases: readonly (readonly [InputCondition, boolean | undefined])[] = [
      [aws, true],
      [gcp, false],
      [both('and', aws, aws), true],
      [both('and', aws, gcp), false],
      [both('or', gcp, aws), true],
      [both('or', gcp, gcp), false],
      [both('and', gcp, UNKNOWN), false],
      [both('or', UNKNOWN, aws), true],
      [both('and', UNKNOWN, aws), undefined],
      [both('or', UNKNOWN, gcp), undefined],
      [both('and', both('or', gcp, aws), aws), true],
    ];
    for (const [condition, expected] of cases)
      assert.equal(applies(condition), expected, JSON.stringify(condition));
    assert.deepEqual(sizeOf([rule(UNKNOWN, ['a'], 'a')]), [[], undefined, false]);
  });

  it('depend on the defaults that other rules set', () => {
    const region = inputOf('region', {
      rules: [rule(equals('cloud', 'gcp'), ['eu'], 'eu'), rule(undefined, ['us'], 'us')],
    });
    const zone = inputOf('zone', {
      rules: [rule(equals('region', 'eu'), ['eu-1'], 'eu-1'), rule(undefined, ['us-1'], 'us-1')],
    });
    for (const inputs of [
      [CLOUD, region, zone],
      [zone, region, CLOUD],
    ]) {
      const zoneFor = (values: ReadonlyMap<string, string>) =>
        withRules(inputs, values).find(({ name }) => name === 'zone')?.default;
      assert.equal(zoneFor(new Map()), 'us-1');
      assert.equal(zoneFor(new Map([['cloud', 'gcp']])), 'eu-1');
      assert.equal(zoneFor(new Map([['region', 'eu']])), 'eu-1');
    }
  });

  it('are checked once for each input, also if every input depends on the next one', () => {
    let checked = 0;
    const COUNT = 5_000;
    const inputs = Array.from({ length: COUNT }, (_, index) => {
      const condition = {
        kind: 'equals' as const,
        input: `input-${index + 1}`,
        get value(): string {
          checked++;
          return 'on';
        },
      };
      return inputOf(`input-${index}`, { default: 'off', rules: [rule(condition, ['on'], 'on')] });
    });
    const last = inputOf(`input-${COUNT}`, { default: 'on' });
    const found = withRules([...inputs, last], new Map());
    assert.deepEqual(
      found.map(({ default: usual }) => usual),
      found.map(() => 'on'),
    );
    assert.equal(checked, COUNT);
  });

  it('have options and defaults of the type of the input', () => {
    const rules = [rule(undefined, ['1', '2'], '2')];
    const found = withRules([inputOf('count', { type: 'number', rules })], new Map())[0];
    assert.deepEqual([found?.options, found?.default], [[1, 2], 2]);
  });

  it('end for any rules, also with cycles', () => {
    const names = ['a', 'b', 'c'];
    const value = fc.constantFrom('x', 'y');
    const rules = fc.array(
      fc.record({
        condition: fc.option(
          fc.record({ kind: fc.constant('equals' as const), input: fc.constantFrom(...names), value }),
          { nil: undefined },
        ),
        options: fc.array(value),
        default: fc.option(value, { nil: undefined }),
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.tuple(rules, rules, rules), (all) => {
        const inputs = names.map((name, index) => inputOf(name, { rules: all[index] ?? [] }));
        assert.deepEqual(
          withRules(inputs, new Map()).map(({ name }) => name),
          names,
        );
      }),
    );
  });
});
