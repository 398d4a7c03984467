import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { inViewTitle } from '../menus';

/** Accounts, the output channel, and request statistics. */
export const ACCOUNT_COMMANDS = {
  signIn: {
    title: 'Sign In...',
    writes: 'nothing',
    palette: true,
    menus: [
      inViewTitle('1_account@1', WHEN.pipelines),
      inViewTitle('1_account@1', WHEN.mergeRequests),
      inViewTitle('1_account@1', WHEN.errors),
    ],
  },
  signOut: {
    title: 'Sign Out...',
    writes: 'nothing',
    menus: [
      inViewTitle('1_account@2', WHEN.pipelines, WHEN.signedIn),
      inViewTitle('1_account@2', WHEN.mergeRequests, WHEN.signedIn),
      inViewTitle('1_account@2', WHEN.errors, WHEN.signedIn),
    ],
  },
  exploreDemo: { title: 'Explore the Demo Project', writes: 'nothing', palette: true },
  removeDemo: { title: 'Remove Demo Project', writes: 'nothing', palette: WHEN.demo },
  showOutput: {
    title: 'Show Output',
    writes: 'nothing',
    palette: true,
    menus: [
      inViewTitle('9_output@1', WHEN.pipelines),
      inViewTitle('9_output@1', WHEN.mergeRequests),
      inViewTitle('9_output@1', WHEN.errors),
    ],
  },
  showRequests: {
    title: 'Show Request Statistics',
    writes: 'nothing',
    menus: [inViewTitle('9_output@2', WHEN.pipelines)],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
