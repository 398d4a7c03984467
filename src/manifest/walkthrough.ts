import { WHEN } from './conditions';
import { placeholder } from './placeholder';

/** A step of the walkthrough. It is completed by using a feature, not by reading the step. */
interface Step {
  readonly id: string;
  readonly title: string;
  /** Lines with sentences or links. A link that is alone in its line is a button. */
  readonly lines: readonly string[];
  /** Context keys that complete the step when they become true, and commands that complete it. */
  readonly done: { readonly when?: readonly string[]; readonly commands?: readonly string[] };
  /** Alternative text of the image `media/walkthrough-<id>.svg`. */
  readonly image: string;
}

const ID = 'firstSteps';

const STEPS: readonly Step[] = [
  {
    id: 'account',
    title: 'Sign in, or explore the demo project',
    lines: [
      'Sign in to a GitLab-compatible server with a personal access token.',
      '[Sign In](command:switchyard.signIn)',
      'Or try all features in a demo project. Its server runs locally and requires Git.',
      '[Explore the Demo Project](command:switchyard.exploreDemo)',
    ],
    // In the window of a demo, the first condition is true before VS Code reads the walkthrough, so only the
    // second completes the step.
    done: { when: [WHEN.hasAccount, WHEN.projectsSearched] },
    image: 'The URL of a server, and a token shown as dots',
  },
  {
    id: 'pipelines',
    title: 'See your pipelines',
    lines: [
      'The Pipelines view shows the pipelines of the projects that your Git remotes point to. Expand a pipeline to see its stages and jobs. Rows are updated while jobs run.',
      '[Show Pipelines](command:switchyard.pipelines.focus)',
    ],
    done: { when: [WHEN.projectFound] },
    image: 'A failed pipeline with a passed job, a failed job, and a running job',
  },
  {
    id: 'failedLog',
    title: 'Open the log of a failed job',
    lines: [
      'Select a failed job. Its log opens at the line that failed, and the problems in it link to your files. The log of a running job is updated as it grows.',
      '[Open Failed Job Log](command:switchyard.openFailedLog)',
    ],
    done: { when: [WHEN.logFailed] },
    image: 'A job log with a failing line that is highlighted',
  },
  {
    id: 'mergeRequest',
    title: 'Review a merge request',
    lines: [
      "Expand a merge request and select a file to open its diff. Comment on lines, resolve threads, and merge the changes when they're ready.",
      '[Open Merge Request](command:switchyard.openMergeRequest)',
    ],
    // Commands that run on a click on a row don't complete a step.
    done: { when: [WHEN.mergeRequestPage, WHEN.fileDiff] },
    image: 'A diff with a removed line, an added line, and a comment',
  },
  {
    id: 'keys',
    title: 'Learn the keyboard shortcuts',
    lines: [
      'In job logs and diffs, press F4 to go to the next problem or change, and Shift+F4 to go to the previous one. You can go to any pipeline, job, or merge request by its number or name.',
      'In diffs, Alt+Shift+V (macOS: Ctrl+Option+V) marks the file as viewed and opens the next one, and Alt+Shift+T (macOS: Ctrl+Option+T) goes to the next unresolved thread.',
      '[Go to Pipeline, Job, or Merge Request](command:switchyard.find)',
      '[Open Keyboard Shortcuts](command:workbench.action.openGlobalKeybindings?%22switchyard%22)',
    ],
    done: {
      commands: [
        'switchyard.find',
        'switchyard.nextLogProblem',
        'switchyard.nextChange',
        'workbench.action.openGlobalKeybindings',
      ],
    },
    image: 'The keyboard shortcuts F4 and Shift+F4',
  },
];

/** Returns the paths of the walkthrough's images, relative to the extension. */
export const walkthroughImages = (): readonly string[] => STEPS.map(({ id }) => imageOf(id));

const imageOf = (id: string): string => `media/walkthrough-${id}.svg`;
const textOf = (id: string, part: string): string => `walkthrough.${id}.${part}`;

/** `contributes.walkthroughs`. */
export const contributedWalkthroughs = (): readonly object[] => [
  {
    id: ID,
    title: placeholder('walkthrough.title'),
    description: placeholder('walkthrough.description'),
    icon: 'media/icon.png',
    steps: STEPS.map(({ id, done: { when = [], commands = [] } }) => ({
      id,
      title: placeholder(textOf(id, 'title')),
      description: placeholder(textOf(id, 'description')),
      media: { svg: imageOf(id), altText: placeholder(textOf(id, 'image')) },
      completionEvents: [
        ...when.map((condition) => `onContext:${condition}`),
        ...commands.map((command) => `onCommand:${command}`),
      ],
    })),
  },
];

export const walkthroughTexts = (): Readonly<Record<string, string>> => ({
  'walkthrough.title': 'Get Started with Switchyard',
  'walkthrough.description': 'Follow pipelines, read job logs, and review merge requests.',
  ...Object.fromEntries(
    STEPS.flatMap(({ id, title, lines, image }) => [
      [textOf(id, 'title'), title],
      [textOf(id, 'description'), lines.join('\n')],
      [textOf(id, 'image'), image],
    ]),
  ),
});
