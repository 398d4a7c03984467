import { randomFrom } from '../world/random';
import { type FaultRule, readRules } from './rules';

interface Entry {
  readonly rule: FaultRule;
  readonly path: RegExp;
  left: number;
}

/** The faults to inject, and the requests that they affect. The first matching rule is applied. */
export class FaultPlan {
  #entries: Entry[] = [];
  /** Seeded, so that the same requests get the same faults in every run. */
  readonly #random = randomFrom(1);

  /** Adds rules. Throws `BadRulesError` if the value is invalid. */
  add(value: unknown): void {
    const rules = readRules(value);
    this.#entries.push(
      ...rules.map((rule) => ({ rule, path: patternOf(rule.path ?? '**'), left: rule.next ?? Infinity })),
    );
  }

  clear(): void {
    this.#entries = [];
  }

  /** The active rules with their remaining counts. */
  get rules(): readonly FaultRule[] {
    return this.#entries.map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, next: left } : rule));
  }

  /** Returns the rule that applies to a request, and decreases its remaining count. */
  take(method: string, path: string): FaultRule | undefined {
    for (const entry of this.#entries) {
      const { rule } = entry;
      if (rule.method !== undefined && rule.method.toUpperCase() !== method) continue;
      if (!entry.path.test(path)) continue;
      if (rule.share !== undefined && this.#random() >= rule.share) continue;
      entry.left--;
      this.#entries = this.#entries.filter(({ left }) => left > 0);
      return rule;
    }
    return undefined;
  }
}

function patternOf(glob: string): RegExp {
  const parts = glob.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
