import type { Snippet } from './snippet';

const INSTALL = 'composer require "sentry/sdk:^3.0"';

/** Version 4 of sentry/sentry sends to the envelope endpoint only (its change log for 4.0.0). */
const SETUP = `// ${INSTALL}
// Version 3 sends to the store endpoint, which is what the server takes of PHP; version 4 does not any more.
// The SDK reads SENTRY_RELEASE and SENTRY_ENVIRONMENT by itself.
// The server takes exceptions and messages: with tracing on, the SDK would send to another endpoint.
\\Sentry\\init([
    'dsn' => getenv('SENTRY_DSN') ?: null,
]);

// Two things to try it with. Exceptions that nobody catches are sent as well.
// \\Sentry\\captureException(new \\RuntimeException('A first exception'));
// \\Sentry\\captureMessage('A first message');
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
