import { randomFrom } from '../world/random';
import { type FaultRule, readRules } from './rules';

interface Entry {
  readonly rule: FaultRule;
  readonly path: RegExp;
  left: number;
}

/** What is to go wrong, and for which requests. The first rule that fits a request takes it. */
export class FaultPlan {
  #entries: Entry[] = [];
  /** The same requests meet the same faults in every run. */
  readonly #random = randomFrom(1);

  /** Adds rules; throws `BadRules` where the value holds none. */
  add(value: unknown): void {
    const rules = readRules(value);
    this.#entries.push(
      ...rules.map((rule) => ({ rule, path: patternOf(rule.path ?? '**'), left: rule.next ?? Infinity })),
    );
  }

  clear(): void {
    this.#entries = [];
  }

  /** The rules that are still in force, with what is left of them. */
  get rules(): readonly FaultRule[] {
    return this.#entries.map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, next: left } : rule));
  }

  /** The rule that a request meets; counts it. */
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
