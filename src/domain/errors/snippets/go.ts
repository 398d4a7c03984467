import { indented, type Snippet } from './snippet';

const INSTALL = 'go get github.com/getsentry/sentry-go@v0.20.0';

const NOTES = `// ${INSTALL}
// Version 0.20 is the last one that sends to the store endpoint, which is what the server takes of Go.
`;
const BODY = `// The SDK reads SENTRY_RELEASE and SENTRY_ENVIRONMENT by itself.
// The server takes exceptions and messages: no tracing.
err := sentry.Init(sentry.ClientOptions{
	Dsn:              os.Getenv("SENTRY_DSN"),
	AttachStacktrace: true,
})
if err != nil {
	log.Printf("errors are not reported: %s", err)
}
// What waits is sent before the program ends.
defer sentry.Flush(5 * time.Second)

// Two things to try it with.
// sentry.CaptureException(os.ErrNotExist)
// sentry.CaptureMessage("A first message")
`;

export const GO: Snippet = {
  language: 'go',
  name: 'Go',
  languageIds: ['go'],
  fileName: 'main.go',
  sdk: 'sentry-go 0.20',
  install: INSTALL,
  setup: `${NOTES}// It needs these imports: "log", "os", "time" and "github.com/getsentry/sentry-go".
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
