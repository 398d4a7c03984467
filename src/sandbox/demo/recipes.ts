import type { JobSpec, Recipe } from '../world/recipe';

const install: JobSpec = { name: 'install', stage: 'prepare', script: 'install', seconds: 9, archive: true };
const compile: JobSpec = { name: 'compile', stage: 'build', script: 'compile', seconds: 18, archive: true };
const unitTests: JobSpec = {
  name: 'unit-tests',
  stage: 'test',
  script: 'unit-tests',
  seconds: 34,
  coverage: 87.4,
  junit: true,
};
const integrationTests: JobSpec = {
  name: 'integration-tests',
  stage: 'test',
  script: 'integration-tests',
  seconds: 46,
  junit: true,
};
const lint: JobSpec = { name: 'lint', stage: 'test', script: 'lint', seconds: 14, allowFailure: true };
const browserTests: readonly JobSpec[] = [1, 2].map((part) => ({
  name: `e2e: chrome ${part}/2`,
  stage: 'test',
  script: 'browser-tests',
  seconds: 38 + part * 5,
  junit: true,
  archive: true,
  tags: ['docker', 'chrome'],
}));
const image: JobSpec = {
  name: 'docker-image',
  stage: 'build',
  script: 'image',
  seconds: 26,
  tags: ['docker', 'arm64'],
  timestamps: true,
};
const securityScan: JobSpec = {
  name: 'security-scan',
  stage: 'test',
  script: 'scan',
  seconds: 2,
  triggers: { recipe: 'security', depend: true },
};
const staging: JobSpec = {
  name: 'deploy-staging',
  stage: 'deploy',
  script: 'deploy',
  seconds: 16,
  resourceGroup: 'staging',
};
const production: JobSpec = {
  name: 'deploy-production',
  stage: 'deploy',
  script: 'deploy',
  seconds: 24,
  when: 'manual',
  allowFailure: true,
  resourceGroup: 'production',
  inputs: [
    {
      name: 'region',
      type: 'string',
      description: 'Region to deploy in',
      options: ['eu-1', 'us-1'],
      default: 'eu-1',
    },
    { name: 'replicas', type: 'number', description: 'Number of instances', default: 3 },
  ],
};
const onFailure: JobSpec = {
  name: 'notify-owners',
  stage: 'deploy',
  script: 'release',
  seconds: 4,
  when: 'on_failure',
};

const STAGES = ['prepare', 'build', 'test', 'deploy'];

/**
 * The pipelines that the `.gitlab-ci.yml` files of the demo projects define for pushes, tags, schedules, …
 */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  main: {
    stages: STAGES,
    jobs: [
      install,
      compile,
      image,
      unitTests,
      integrationTests,
      lint,
      ...browserTests,
      securityScan,
      staging,
      production,
      {
        name: 'payments: contract',
        stage: 'deploy',
        script: 'deploy',
        seconds: 2,
        triggers: { project: 'acme/payments', recipe: 'payments' },
      },
      onFailure,
    ],
  },
  branch: {
    stages: STAGES,
    jobs: [
      install,
      compile,
      unitTests,
      lint,
      ...browserTests,
      {
        name: 'deploy-review',
        stage: 'deploy',
        script: 'deploy',
        seconds: 15,
        when: 'manual',
        allowFailure: true,
      },
    ],
  },
  'merge-request': {
    stages: ['prepare', 'build', 'test', 'review'],
    jobs: [
      install,
      compile,
      unitTests,
      integrationTests,
      lint,
      { name: 'review-bot', stage: 'review', script: 'review', seconds: 7, allowFailure: true },
    ],
  },
  nightly: {
    stages: ['prepare', 'test', 'load', 'rollout'],
    jobs: [
      install,
      { ...unitTests, seconds: 40 },
      integrationTests,
      {
        name: 'load-test',
        stage: 'load',
        script: 'load-test',
        seconds: 240,
        archive: true,
        tags: ['docker', 'large'],
      },
      {
        name: 'rollout 25%',
        stage: 'rollout',
        script: 'deploy',
        seconds: 12,
        when: 'delayed',
        delaySeconds: 1800,
      },
    ],
  },
  tag: {
    stages: ['prepare', 'build', 'publish', 'deploy'],
    jobs: [
      install,
      compile,
      image,
      { name: 'publish-package', stage: 'publish', script: 'release', seconds: 11, archive: true },
      { name: 'release-notes', stage: 'publish', script: 'release', seconds: 6, needs: ['install'] },
      // Blocks the pipeline: it stays `manual` until a user starts the job.
      { ...production, allowFailure: false },
      {
        name: 'publish-docs',
        stage: 'deploy',
        script: 'deploy',
        seconds: 2,
        when: 'manual',
        allowFailure: true,
        triggers: { recipe: 'report' },
      },
    ],
  },
  release: {
    stages: ['prepare', 'build', 'publish', 'deploy'],
    inputs: [
      {
        name: 'environment',
        type: 'string',
        description: 'Environment to deploy to',
        options: ['staging', 'production'],
      },
      {
        name: 'version',
        type: 'string',
        description: 'Version to publish',
        regex: '^v\\d+\\.\\d+\\.\\d+$',
        default: 'v2.0.0',
      },
      {
        name: 'canary_percent',
        type: 'number',
        description: 'Share of requests for the new version',
        default: 10,
      },
      { name: 'dry_run', type: 'boolean', default: false },
      {
        name: 'regions',
        type: 'array',
        description: 'Regions to deploy in',
        options: ['eu-1', 'eu-2', 'us-1'],
        default: ['eu-1'],
      },
      {
        name: 'size',
        type: 'string',
        description: 'Size of the instances',
        rules: [
          { when: { environment: 'production', dry_run: 'true' }, options: ['small'], default: 'small' },
          { when: { environment: 'production' }, options: ['large', 'extra large'], default: 'large' },
          { options: ['small', 'medium'], default: 'small' },
        ],
      },
    ],
    variables: [
      {
        key: 'LOG_LEVEL',
        value: 'info',
        description: 'Log level of the deployment',
        options: ['debug', 'info', 'warning'],
      },
      { key: 'DEPLOY_TOKEN', value: '', description: 'Token for the deployment' },
    ],
    jobs: [
      install,
      compile,
      {
        name: 'publish $[[ inputs.version ]]',
        stage: 'publish',
        script: 'release',
        seconds: 11,
        archive: true,
      },
      { ...staging, name: 'deploy to $[[ inputs.environment ]]', resourceGroup: 'release' },
    ],
  },
  security: {
    stages: ['scan', 'report'],
    jobs: [
      { name: 'sast', stage: 'scan', script: 'scan', seconds: 17, archive: true },
      { name: 'dependency-audit', stage: 'scan', script: 'scan', seconds: 12 },
      {
        name: 'findings',
        stage: 'report',
        script: 'scan',
        seconds: 2,
        triggers: { recipe: 'report', depend: true },
      },
    ],
  },
  report: {
    stages: ['report'],
    jobs: [{ name: 'collect-findings', stage: 'report', script: 'scan', seconds: 8, archive: true }],
  },
  payments: {
    stages: ['build', 'test', 'verify'],
    jobs: [
      compile,
      { ...unitTests, name: 'contract-tests', coverage: 93.1 },
      {
        name: 'storefront: smoke',
        stage: 'verify',
        script: 'deploy',
        seconds: 2,
        when: 'manual',
        allowFailure: true,
        triggers: { project: 'acme/storefront', recipe: 'smoke' },
      },
    ],
  },
  smoke: {
    stages: ['test'],
    jobs: [{ name: 'smoke-tests', stage: 'test', script: 'browser-tests', seconds: 20, junit: true }],
  },
  soak: {
    stages: ['load'],
    jobs: [
      { name: 'soak-test', stage: 'load', script: 'soak-test', seconds: 900, tags: ['docker', 'large'] },
    ],
  },
  mobile: {
    stages: ['build'],
    jobs: [
      { name: 'ios-build', stage: 'build', script: 'compile', seconds: 50, tags: ['macos'], archive: true },
    ],
  },
  capacity: {
    stages: ['reserve'],
    jobs: [
      { name: 'reserve-cluster', stage: 'reserve', script: 'deploy', seconds: 60, resourceGroup: 'cluster' },
    ],
  },
  vault: {
    stages: ['test'],
    jobs: [{ ...lint, name: 'check-policies', allowFailure: false }],
  },
};
