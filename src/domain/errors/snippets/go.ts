import { indented, type Snippet } from './snippet';

const INSTALL = 'go get github.com/getsentry/sentry-go@v0.20.0';

const NOTES = `// ${INSTALL}
// Version 0.20 is the last version that sends events to the store endpoint, the only endpoint the server accepts for Go.
`;
const BODY = `// The SDK reads SENTRY_RELEASE and SENTRY_ENVIRONMENT automatically.
// The server accepts exceptions and messages, but not tracing data.
err := sentry.Init(sentry.ClientOptions{
	Dsn:              os.Getenv("SENTRY_DSN"),
	AttachStacktrace: true,
})
if err != nil {
	log.Printf("errors are not reported: %s", err)
}
// Send buffered events before the program exits.
defer sentry.Flush(5 * time.Second)

// Uncomment a line to test the setup.
// sentry.CaptureException(os.ErrNotExist)
// sentry.CaptureMessage("Test message")
`;

export const GO: Snippet = {
  language: 'go',
  name: 'Go',
  languageIds: ['go'],
  fileName: 'main.go',
  sdk: 'sentry-go 0.20',
  install: INSTALL,
  setup: `${NOTES}// Required imports: "log", "os", "time", and "github.com/getsentry/sentry-go".
${BODY}`,
  file: `${NOTES}package main

import (
	"log"
	"os"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
${indented(BODY, '\t')}}
`,
};
