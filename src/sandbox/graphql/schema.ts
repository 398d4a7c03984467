import { buildSchema } from 'graphql';

/** Fields of an error, in lists and details. */
const ERROR_FIELDS = `
    id: ID!
    sentryId: String!
    title: String!
    type: String!
    message: String
    culprit: String!
    count: Int!
    userCount: Int!
    firstSeen: Time!
    lastSeen: Time!
    status: String!
    shortId: String!
    externalUrl: String!
    sentryProjectId: ID!
    sentryProjectName: String!
    sentryProjectSlug: String!
    frequency: [SentryErrorFrequency!]!
`;

/**
 * The supported operations: the errors of a project (server-behavior.md#errors-of-a-project), the notes of a
 * merge request, the durations of pipelines (server-behavior.md#durations-of-pipelines), the jobs of a pipeline
 * (server-behavior.md#needs-of-jobs), the inputs and variables of a CI configuration
 * (server-behavior.md#inputs-of-pipelines), the current user, and unscheduling delayed jobs.
 */
export const SCHEMA = buildSchema(`
  scalar Time
  scalar GitlabErrorTrackingDetailedErrorID

  type Query {
    currentUser: CurrentUser
    project(fullPath: ID!): Project
  }

  type Mutation { jobUnschedule(input: JobUnscheduleInput!): JobUnschedulePayload }
  scalar CiBuildID
  scalar JobID
  input JobUnscheduleInput { id: CiBuildID! clientMutationId: String }
  type JobUnschedulePayload { job: CiJob errors: [String!]! clientMutationId: String }

  type CurrentUser { id: ID! username: String! name: String! }

  type Project {
    id: ID!
    name: String!
    fullPath: ID!
    description: String
    visibility: String
    webUrl: String
    mergeRequest(iid: String!): MergeRequest
    pipeline(iid: ID): Pipeline
    job(id: JobID!): CiJob
    pipelines(ref: String, source: String, status: PipelineStatusEnum, first: Int, after: String): PipelineConnection
    sentryErrors: SentryErrorCollection
    ciPipelineCreationInputs(ref: String!): [CiInputsSpec!]
    ciConfigVariables(ref: String!): [CiConfigVariable!]
  }

  scalar CiInputsValue
  enum CiInputsType { ARRAY BOOLEAN NUMBER STRING }
  type CiInputsSpec {
    name: String!
    type: CiInputsType!
    description: String
    required: Boolean!
    default: CiInputsValue
    options: CiInputsValue
    regex: String
    rules: [CiInputsRule!]
  }
  type CiInputsRule { if: String options: [String!] default: String conditionTree: CiInputsCondition }
  type CiInputsCondition { operator: String! field: String value: String children: [CiInputsCondition!] }
  type CiConfigVariable { key: String value: String description: String valueOptions: [String!] }

  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean startCursor: String endCursor: String }

  scalar Duration
  enum PipelineStatusEnum {
    CREATED WAITING_FOR_RESOURCE PREPARING WAITING_FOR_CALLBACK PENDING RUNNING FAILED SUCCESS CANCELED CANCELING
    SKIPPED MANUAL SCHEDULED
  }
  type PipelineConnection { nodes: [Pipeline] pageInfo: PageInfo! }
  type Pipeline {
    id: ID!
    iid: String!
    name: String
    totalJobs: Int!
    status: PipelineStatusEnum!
    duration: Int
    queuedDuration: Duration
    jobs(first: Int, after: String): CiJobConnection
  }
  type CiJobConnection { nodes: [CiJob] pageInfo: PageInfo! }
  type CiJob {
    id: ID
    name: String
    status: CiJobStatus
    scheduledAt: Time
    schedulingType: String
    needs: CiBuildNeedConnection
  }
  scalar CiJobStatus
  type CiBuildNeedConnection { nodes: [CiBuildNeed] }
  type CiBuildNeed { id: ID! name: String }

  type MergeRequest {
    id: ID!
    iid: String!
    title: String!
    webUrl: String
    defaultMergeCommitMessage: String
    defaultSquashCommitMessage: String
    notes(first: Int, after: String): NoteConnection!
  }
  type NoteConnection { nodes: [Note] pageInfo: PageInfo! }
  type Note {
    id: ID!
    body: String!
    system: Boolean!
    createdAt: Time!
    updatedAt: Time!
    awardEmoji: AwardEmojiConnection
  }
  type AwardEmojiConnection { nodes: [AwardEmoji] }
  type AwardEmoji { name: String! emoji: String user: UserCore! }
  type UserCore { id: ID! username: String! name: String! }

  type SentryErrorCollection {
    externalUrl: String
    errors(
      first: Int
      last: Int
      after: String
      before: String
      searchTerm: String
      sort: String
    ): SentryErrorConnection
    detailedError(id: GitlabErrorTrackingDetailedErrorID!): SentryDetailedError
    errorStackTrace(id: GitlabErrorTrackingDetailedErrorID!): SentryErrorStackTrace
  }
  type SentryErrorConnection { nodes: [SentryError] edges: [SentryErrorEdge] pageInfo: PageInfo! }
  type SentryErrorEdge { cursor: String! node: SentryError }
  type SentryErrorFrequency { time: Time! count: Int! }
  type SentryErrorTags { level: String logger: String }

  type SentryError {
    ${ERROR_FIELDS}
  }
  type SentryDetailedError {
    ${ERROR_FIELDS}
    externalBaseUrl: String!
    firstReleaseShortVersion: String
    firstReleaseVersion: String
    lastReleaseShortVersion: String
    lastReleaseVersion: String
    gitlabCommit: String
    gitlabCommitPath: String
    gitlabIssuePath: String
    integrated: Boolean
    tags: SentryErrorTags!
  }

  type SentryErrorStackTrace {
    issueId: String!
    dateReceived: String!
    stackTraceEntries: [SentryErrorStackTraceEntry!]!
  }
  type SentryErrorStackTraceEntry {
    fileName: String
    function: String
    line: Int
    col: Int
    traceContext: [SentryErrorStackTraceContext!]
  }
  type SentryErrorStackTraceContext { line: Int! code: String! }
`);
