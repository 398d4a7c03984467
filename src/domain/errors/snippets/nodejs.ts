import type { Snippet } from './snippet';

const INSTALL = 'npm install @sentry/node@8';

/** Tested with version 8; from version 9 on, sessions of incoming requests have a separate option. */
const SETUP = `// ${INSTALL}
// Load this before everything else: node --import ./instrument.mjs app.mjs
import * as Sentry from '@sentry/node';

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  release: process.env.SENTRY_RELEASE,
  environment: process.env.SENTRY_ENVIRONMENT,
  // The server accepts exceptions and messages, but not sessions, client reports, or tracing data.
  autoSessionTracking: false,
  sendClientReports: false,
});

// Uncomment a line to test the setup. Uncaught exceptions are also reported.
// Sentry.captureException(new Error('Test exception'));
// Sentry.captureMessage('Test message');
`;

export const NODEJS: Snippet = {
  language: 'nodejs',
  name: 'Node.js',
  languageIds: ['javascript', 'typescript'],
  fileName: 'instrument.mjs',
  sdk: '@sentry/node 8',
  install: INSTALL,
  setup: SETUP,
  file: SETUP,
};
