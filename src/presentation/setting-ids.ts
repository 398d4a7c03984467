/** First part of every setting's name. */
export const SECTION = 'switchyard';

/** Whole numbers that a person can set; the manifest says the same of each. */
export const SETTINGS = {
  /** Requests under way to one server at the same time. */
  requestsAtOnce: { key: 'requests.atOnce', default: 6, least: 1, most: 20 },
  /** Requests to one server within a minute. */
  requestsPerMinute: { key: 'requests.perMinute', default: 300, least: 30, most: 3_000 },
} as const;
export type SettingName = keyof typeof SETTINGS;
