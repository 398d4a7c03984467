import type { Choices } from './choices';

/** Choices that can be made by somebody else than a person. */
export interface ReplaceableChoices extends Choices {
  /** Lets `other` choose from now on. */
  replace(other: Choices): void;
}

export function replaceableChoices(first: Choices): ReplaceableChoices {
  let current = first;
  return {
    many: (question) => current.many(question),
    search: (question) => current.search(question),
    replace: (other) => {
      current = other;
    },
  };
}
