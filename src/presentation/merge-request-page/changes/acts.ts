/** Actions on the section with the changed files that run in the page instead of a command. */
const CHANGES_ACTS = ['expandChanges', 'collapseChanges', 'showAllFiles', 'loadChanges'] as const;
export type ChangesAct = (typeof CHANGES_ACTS)[number];

/** Reads an action; undefined if it isn't one of these. Pages can send any text. */
export const changesAct = (name: string): ChangesAct | undefined => CHANGES_ACTS.find((act) => act === name);
