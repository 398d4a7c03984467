import type { Choices } from './choices';

/** Pickers whose answers can be provided by code. */
export interface ReplaceableChoices extends Choices {
  /** Uses `other` for all further pickers. */
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
