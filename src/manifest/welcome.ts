import { VIEW } from '../presentation/shared/view-ids';
import { all } from './conditions';
import { placeholder } from './placeholder';

/** Content of an empty view: the reason, and the next steps as buttons. */
interface Welcome {
  readonly view: string;
  readonly when: string;
  /** Lines with sentences or links. A link that is alone in its line is a button. */
  readonly lines: readonly string[];
}

const state = (name: string): string => `switchyard.projects == ${name}`;
const TRUSTED = 'isWorkspaceTrusted';
const UNTRUSTED = '!isWorkspaceTrusted';
const DEMO_STOPPED = 'switchyard.demo == stopped';
const NO_DEMO = 'switchyard.demo != stopped';

const SIGN_IN = '[Sign In](command:switchyard.signIn)';
const SIGN_IN_ELSEWHERE = '[Sign In to Another Server](command:switchyard.signIn)';
const ADD_PROJECT = '[Add Project](command:switchyard.addProject)';
const OPEN_FOLDER = '[Open Folder](command:vscode.openFolder)';
const TRUST = '[Manage Workspace Trust](command:workbench.trust.manage)';
const STACK_TRACE = '[Open Stack Trace from Clipboard](command:switchyard.readStackTrace)';
const DEMO = [
  'To try Switchyard without a server, explore the demo project.',
  '[Explore the Demo Project](command:switchyard.exploreDemo)',
];
const DEMO_SERVER = [
  "The demo server isn't running.",
  '[Start Demo Server](command:switchyard.exploreDemo)',
  '[Remove Demo Project](command:switchyard.removeDemo)',
];
const NO_MATCH = "None of this workspace's Git remotes point to a server you're signed in to.";
const NOT_TRUSTED = "Git remotes aren't read until you trust this workspace.";

/** Keyed by name of the text in package.nls.json. */
export const WELCOMES: Readonly<Record<string, Welcome>> = {
  'welcome.signedOut': {
    view: VIEW.pipelines,
    when: all(state('signed-out'), NO_DEMO),
    lines: [
      'Sign in to a GitLab-compatible server to see your pipelines.',
      SIGN_IN,
      'Requires a personal access token with the "api" scope. You can create one during sign-in.',
      ...DEMO,
    ],
  },
  'welcome.demoStopped': {
    view: VIEW.pipelines,
    when: all(state('signed-out'), DEMO_STOPPED),
    lines: DEMO_SERVER,
  },
  'welcome.noRepository': {
    view: VIEW.pipelines,
    when: all(state('no-repository'), TRUSTED),
    lines: [
      'No Git repository is open. Pipelines are found through the Git remotes of the workspace.',
      OPEN_FOLDER,
      '[Clone Repository](command:git.clone)',
      'You can also show a project without cloning it.',
      ADD_PROJECT,
    ],
  },
  'welcome.noProject': {
    view: VIEW.pipelines,
    when: state('no-project'),
    lines: [NO_MATCH, SIGN_IN_ELSEWHERE, ADD_PROJECT],
  },
  'welcome.untrusted': {
    view: VIEW.pipelines,
    when: all(state('no-repository'), UNTRUSTED),
    lines: [NOT_TRUSTED, TRUST, ADD_PROJECT],
  },
  'welcome.mergeRequestsSignedOut': {
    view: VIEW.mergeRequests,
    when: all(state('signed-out'), NO_DEMO),
    lines: ['Sign in to see merge requests that need your attention.', SIGN_IN],
  },
  'welcome.mergeRequestsDemoStopped': {
    view: VIEW.mergeRequests,
    when: all(state('signed-out'), DEMO_STOPPED),
    lines: DEMO_SERVER,
  },
  'welcome.errorsSignedOut': {
    view: VIEW.errors,
    when: state('signed-out'),
    lines: [
      'Sign in to see the errors of your projects.',
      SIGN_IN,
      'You can open a stack trace without signing in.',
      STACK_TRACE,
    ],
  },
  'welcome.errorsNoRepository': {
    view: VIEW.errors,
    when: all(state('no-repository'), TRUSTED),
    lines: [
      'No Git repository is open. Projects are found through the Git remotes of the workspace.',
      OPEN_FOLDER,
      ADD_PROJECT,
      'You can open a stack trace without a project.',
      STACK_TRACE,
    ],
  },
  'welcome.errorsNoProject': {
    view: VIEW.errors,
    when: state('no-project'),
    lines: [
      NO_MATCH,
      SIGN_IN_ELSEWHERE,
      ADD_PROJECT,
      'You can open a stack trace without a project.',
      STACK_TRACE,
    ],
  },
  'welcome.errorsUntrusted': {
    view: VIEW.errors,
    when: all(state('no-repository'), UNTRUSTED),
    lines: [NOT_TRUSTED, TRUST, ADD_PROJECT],
  },
};

/** `contributes.viewsWelcome`. */
export const contributedWelcomes = (): readonly object[] =>
  Object.entries(WELCOMES).map(([name, { view, when }]) => ({ view, contents: placeholder(name), when }));

export const welcomeTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(WELCOMES).map(([name, { lines }]) => [name, lines.join('\n')]));
