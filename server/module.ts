import type { LiveTopic } from '../contract/live.ts'
import type { Core } from './core.ts'
import type { Injected } from './injected-functions.ts'
import type { Composer } from './modules/messages/index.ts'
import type { UploadFolder } from './platform/files/upload-folder.ts'
import type {
  HandledFile,
  HandledRoute,
  OperationTree,
  HandledWebhook,
  Authenticators,
} from './platform/http/operations.ts'
import type { ResponseFormat } from './platform/http/route-endpoints.ts'
import type { HandledUpload } from './platform/http/upload-endpoints.ts'
import type { Queues } from './platform/jobs/jobs.ts'

/** Work that looks after something again and again. */
export type Sweep = { seconds: number; run(): Promise<unknown> }

/** What one module adds to the product. */
export type Module = {
  /** Answers to its operations, by their names in the contract. */
  handlers?: OperationTree
  /** Endpoints that answer with files. */
  files?: HandledFile[]
  /** Endpoints in the form of another standard. */
  routes?: { handled: HandledRoute[]; form: ResponseFormat }
  webhooks?: HandledWebhook[]
  uploads?: { handled: HandledUpload[]; folder: UploadFolder }
  /** Turn requests into callers of an audience. */
  authenticators?: Partial<Authenticators>
  /** Work of its queues. */
  jobs?: Queues
  /** How long a job of a queue may take, where it is longer than usual, in seconds. */
  jobSeconds?: Record<string, number>
  /** Events that it emits, by name; their data holds ids only. */
  events?: readonly string[]
  /** Which of its queues get a job when an event is emitted. */
  subscribes?: Record<string, string[]>
  /** Events that are news for open screens, by topic. */
  topics?: Record<string, LiveTopic>
  /** Write messages, by kind. */
  composers?: Record<string, Composer>
  sweeps?: Record<string, Sweep>
}

/** Opens a module with what it works with, and with functions of modules that come after it. */
export type OpenModule = (core: Core, injected: Injected) => Module
