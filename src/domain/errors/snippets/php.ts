import type { Snippet } from './snippet';

const INSTALL = 'composer require "sentry/sdk:^3.0"';

/** Version 4 of sentry/sentry sends to the envelope endpoint only (its change log for 4.0.0). */
const SETUP = `// ${INSTALL}
// Version 3 sends events to the store endpoint, the only endpoint the server accepts for PHP. Version 4 no longer does.
// The SDK reads SENTRY_RELEASE and SENTRY_ENVIRONMENT automatically.
// The server accepts exceptions and messages. Don't enable tracing, because the SDK would then use a different endpoint.
\\Sentry\\init([
    'dsn' => getenv('SENTRY_DSN') ?: null,
]);

// Uncomment a line to test the setup. Uncaught exceptions are also reported.
// \\Sentry\\captureException(new \\RuntimeException('Test exception'));
// \\Sentry\\captureMessage('Test message');
`;

export const PHP: Snippet = {
  language: 'php',
  name: 'PHP',
  languageIds: ['php'],
  fileName: 'sentry.php',
  sdk: 'sentry/sdk 3',
  install: INSTALL,
  setup: SETUP,
  file: `<?php

require __DIR__ . '/vendor/autoload.php';

${SETUP}`,
};
