/**
 * Colors of status icons. VS Code's colors have too little contrast for icons in the side bar of some themes
 * (`test/manifest/colors.test.ts`). These are the IDs; the values for each theme are in
 * `src/manifest/contributed-colors.ts`.
 */
export const COLOR = {
  passed: 'switchyard.status.passed',
  failed: 'switchyard.status.failed',
  warning: 'switchyard.status.warning',
  waiting: 'switchyard.status.waiting',
  running: 'switchyard.status.running',
  inactive: 'switchyard.status.inactive',
} as const;
export type ColorName = keyof typeof COLOR;
