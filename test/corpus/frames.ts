/** Output of a runner of one executor around the script of a job. */
export interface Frame {
  /** Name of the executor in the heading of the first section. */
  readonly executor: string;
  readonly prepare: readonly string[];
  /** Lines of "Preparing environment". */
  readonly environment: readonly string[];
  readonly sources: readonly string[];
  /** How the executor reports the exit code of the script. */
  readonly verdict: (exit: number) => string;
  /** Line end of what the script writes. */
  readonly lineEnd?: '\r\n';
  /** Sections after the script of a job that failed, by name. */
  readonly after: Readonly<Record<string, readonly string[]>>;
}

const SOURCES = [
  'Fetching changes with git depth set to 20...',
  'Initialized empty Git repository in /builds/acme/shop/.git/',
  'Created fresh repository.',
  'Checking out 9871f47e as detached HEAD (ref is main)...',
  '',
  'Skipping Git submodules setup',
];
const AFTER_SCRIPT = ['Running after script...', '$ rm -rf tmp'];
const NO_ARTIFACTS = [
  'Uploading artifacts...',
  'WARNING: reports/junit.xml: no matching files. Ensure that the artifact path is relative to the working directory (/builds/acme/shop) ',
  'ERROR: No files to upload                          ',
];
const NO_CACHE = ['Not uploading cache main-protected due to policy'];

/**
 * Executors of the runner. The wording is that of its source: `exit status` is the error of Go's `os/exec`,
 * and `Process exited with status` that of its SSH client, which all runners with virtual machines use.
 */
export const FRAMES = {
  docker: {
    executor: 'docker',
    prepare: [
      'Using Docker executor with image node:22-slim ...',
      'Using effective pull policy of [always] for container node:22-slim',
      'Pulling docker image node:22-slim ...',
      'Using docker image sha256:5a0d3b6f1c9e for node:22-slim with digest node@sha256:b2fa522f4e6d ...',
    ],
    environment: ['Running on runner-zxwgkjap-project-42-concurrent-0 via runner-host...'],
    sources: SOURCES,
    verdict: (exit) => `exit code ${exit}`,
    after: { after_script: AFTER_SCRIPT, upload_artifacts_on_failure: NO_ARTIFACTS },
  },
  shell: {
    executor: 'shell',
    prepare: ['Using Shell (bash) executor...'],
    environment: ['Running on build-01...'],
    sources: SOURCES,
    verdict: (exit) => `exit status ${exit}`,
    after: {},
  },
  ssh: {
    executor: 'ssh',
    prepare: ['Using SSH executor...'],
    environment: ['Running on build-02 via runner-host...'],
    sources: SOURCES,
    verdict: (exit) => `Process exited with status ${exit}`,
    after: { after_script: AFTER_SCRIPT },
  },
  kubernetes: {
    executor: 'kubernetes',
    prepare: [
      'Using Kubernetes namespace: ci',
      'Using Kubernetes executor with image node:22 ...',
      'Using attach strategy to execute scripts...',
      'Using effective pull policy of [Always] for container build',
      'Using effective pull policy of [Always] for container helper',
      'Using effective pull policy of [Always] for container init-permissions',
    ],
    environment: [
      'Using FF_USE_POD_ACTIVE_DEADLINE_SECONDS, the Pod activeDeadlineSeconds will be set to the job timeout: 1h0m0s...',
      'Waiting for pod ci/runner-zxwgkjap-project-42-concurrent-0-kkmeywc1 to be running, status is Pending',
      '\tContainersNotReady: "containers with unready status: [build helper]"',
      'Running on runner-zxwgkjap-project-42-concurrent-0-kkmeywc1 via runner-host...',
    ],
    sources: ['Gitaly correlation ID: 01KY57HY0NWXT119GFYH5X1KSY', ...SOURCES],
    verdict: (exit) => `command terminated with exit code ${exit}`,
    after: { archive_cache_on_failure: NO_CACHE, upload_artifacts_on_failure: NO_ARTIFACTS },
  },
  parallels: {
    executor: 'parallels',
    prepare: [
      'Using Parallels 19.4.1 executor...',
      'Restoring VM from snapshot...',
      'Waiting for VM to become responsive...',
      'Starting SSH command...',
    ],
    environment: ['Running on macos-vm via runner-host...'],
    sources: SOURCES,
    verdict: (exit) => `Process exited with status ${exit}`,
    after: { after_script: AFTER_SCRIPT },
  },
  instance: {
    executor: 'instance',
    prepare: [
      'Preparing instance...',
      'Dialing instance i-0f3c1b7d2a...',
      'Instance i-0f3c1b7d2a connected',
      'Enforcing VM Isolation',
      'Creating nesting VM tunnel',
      'Dialing nesting daemon',
      'Creating nesting VM macos-15-xcode-16',
      'Created nesting VM 8k2m1x7q 127.0.0.1:49153',
    ],
    environment: ['Running on macos-vm via runner-host...'],
    sources: SOURCES,
    verdict: (exit) => `Process exited with status ${exit}`,
    after: { upload_artifacts_on_failure: NO_ARTIFACTS },
  },
  windows: {
    executor: 'shell',
    prepare: ['Using Shell (powershell) executor...'],
    environment: ['Running on BUILD-WIN-01...'],
    sources: SOURCES.map((line) => line.replace('/builds/acme/shop', 'C:/GitLab-Runner/builds/acme/shop')),
    verdict: (exit) => `exit status ${exit}`,
    lineEnd: '\r\n',
    after: {},
  },
} as const satisfies Readonly<Record<string, Frame>>;

export type FrameName = keyof typeof FRAMES;
