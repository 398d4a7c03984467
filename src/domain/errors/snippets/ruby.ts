import type { Snippet } from './snippet';

const INSTALL = 'gem install sentry-ruby';

const SETUP = `# ${INSTALL}
require 'sentry-ruby'

# The SDK reads SENTRY_RELEASE and SENTRY_ENVIRONMENT by itself.
Sentry.init do |config|
  config.dsn = ENV['SENTRY_DSN']
  # The server takes exceptions and messages: no sessions, no SDK reports, no tracing.
  config.auto_session_tracking = false
  config.send_client_reports = false
end

# Two things to try it with.
# Sentry.capture_exception(RuntimeError.new('A first exception'))
# Sentry.capture_message('A first message')
`;

export const RUBY_SNIPPET: Snippet = {
  language: 'ruby',
  name: 'Ruby',
  languageIds: ['ruby'],
  fileName: 'main.rb',
  sdk: 'sentry-ruby 5',
  install: INSTALL,
  setup: SETUP,
  file: SETUP,
};
