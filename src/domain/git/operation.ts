/** An operation that isn't finished. Other commands can lose it. */
export type GitOperation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';
