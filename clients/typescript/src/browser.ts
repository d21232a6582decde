// What the package gives to pages and workers: all but the checks of webhooks, which servers receive, and of signed objects.
export type { CreateAnalysisParams, RecordingSource } from './analyses.js';
export { CallAnalysis } from './browser/call-analysis.js';
export { CallAnalysisError, type ErrorItem, type ErrorKind } from './error.js';
export type { DataPage, ItemsPage, Listing } from './listing.js';
export type * from './models.generated.js';
export type * from './params.generated.js';
export type { ClientOptions, ObservedAnswer, RequestOptions } from './settings.js';
export type { OnProgress } from './upload/multipart.js';
export type { ByteStream, RecordingFile } from './upload/recording.js';
export type { Upload } from './upload/tus.js';
export type { CreateUploadParams, SendUploadParams, Uploads } from './uploads.js';
export { VERSION } from './version.js';
export type { CorrectionWaitOptions, FinalAnalysis, PollOptions, WaitOptions } from './wait.js';
