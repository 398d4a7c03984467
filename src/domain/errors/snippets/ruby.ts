import type { Snippet } from './snippet';

const INSTALL = 'gem install sentry-ruby';

const SETUP = `# ${INSTALL}
require 'sentry-ruby'

# The SDK reads SENTRY_RELEASE and SENTRY_ENVIRONMENT automatically.
Sentry.init do |config|
  config.dsn = ENV['SENTRY_DSN']
  # The server accepts exceptions and messages, but not sessions, client reports, or tracing data.
  config.auto_session_tracking = false
  config.send_client_reports = false
end

# Uncomment a line to test the setup.
# Sentry.capture_exception(RuntimeError.new('Test exception'))
# Sentry.capture_message('Test message')
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
