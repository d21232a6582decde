// Generated from openapi.json by `npm run clients:generate`: change it there.
import type { components } from './api.generated.js';

type Schemas = components['schemas'];

export type User = Schemas['User'];
export type Message = Schemas['Message'];
export type TokenPair = Schemas['TokenPair'];
export type AccessToken = Schemas['AccessToken'];
export type DeletedUser = Schemas['DeletedUser'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type ApiKey = Schemas['ApiKey'];
export type DeletedApiKey = Schemas['DeletedApiKey'];
export type PlanOffer = Schemas['PlanOffer'];
export type PlanList = Schemas['PlanList'];
export type Subscription = Schemas['Subscription'];
export type UsageSummary = Schemas['UsageSummary'];
export type UsagePeriod = Schemas['UsagePeriod'];
export type UsageRecord = Schemas['UsageRecord'];
export type CustomerPortal = Schemas['CustomerPortal'];
export type DeletedAnalysis = Schemas['DeletedAnalysis'];
export type AppliesToRequest = Schemas['AppliesToRequest'];
export type AppliesTo = Schemas['AppliesTo'];
export type Scorecard = Schemas['Scorecard'];
export type ArchivedScorecard = Schemas['ArchivedScorecard'];
export type ModelJudgeRequest = Schemas['ModelJudgeRequest'];
export type PhrasesJudgeRequest = Schemas['PhrasesJudgeRequest'];
export type MetricBandRequest = Schemas['MetricBandRequest'];
export type MetricJudgeRequest = Schemas['MetricJudgeRequest'];
export type FindingJudgeRequest = Schemas['FindingJudgeRequest'];
export type HumanJudgeRequest = Schemas['HumanJudgeRequest'];
export type QuoteWindowRequest = Schemas['QuoteWindowRequest'];
export type FormAnswerRequest = Schemas['FormAnswerRequest'];
export type QuestionConditionRequest = Schemas['QuestionConditionRequest'];
export type FormQuestionRequest = Schemas['FormQuestionRequest'];
export type FormSectionRequest = Schemas['FormSectionRequest'];
export type ScorecardRevision = Schemas['ScorecardRevision'];
export type ReportLink = Schemas['ReportLink'];
export type WebhookSecret = Schemas['WebhookSecret'];
export type SignedRequest = Schemas['SignedRequest'];
export type TestWebhook = Schemas['TestWebhook'];
export type WebhookAttempt = Schemas['WebhookAttempt'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookDeliveryWithRequest = Schemas['WebhookDeliveryWithRequest'];
export type ValidationItem = Schemas['ValidationItem'];
export type NotifiedAudio = Schemas['NotifiedAudio'];
export type CallMetrics = Schemas['CallMetrics'];
export type CompletedCall = Schemas['CompletedCall'];
export type Word = Schemas['Word'];
export type TranscriptSegment = Schemas['TranscriptSegment'];
export type Diarization = Schemas['Diarization'];
export type PartyHearing = Schemas['PartyHearing'];
export type Hearing = Schemas['Hearing'];
export type Transcript = Schemas['Transcript'];
export type Citation = Schemas['Citation'];
export type PerformedFinding = Schemas['PerformedFinding'];
export type DisclosuresFinding = Schemas['DisclosuresFinding'];
export type Violation = Schemas['Violation'];
export type Compliance = Schemas['Compliance'];
export type SentimentAnalysis = Schemas['SentimentAnalysis'];
export type ResolvedFinding = Schemas['ResolvedFinding'];
export type PresentFinding = Schemas['PresentFinding'];
export type Quality = Schemas['Quality'];
export type Coaching = Schemas['Coaching'];
export type Observation = Schemas['Observation'];
export type Results = Schemas['Results'];
export type Engine = Schemas['Engine'];
export type CompletedMetadata = Schemas['CompletedMetadata'];
export type NotifiedCompletedAnalysis = Schemas['NotifiedCompletedAnalysis'];
export type AnalysisCompletedEvent = Schemas['AnalysisCompletedEvent'];
export type Call = Schemas['Call'];
export type FailedMetadata = Schemas['FailedMetadata'];
export type NotifiedFailedAnalysis = Schemas['NotifiedFailedAnalysis'];
export type AnalysisFailedEvent = Schemas['AnalysisFailedEvent'];
export type Audio = Schemas['Audio'];
export type Progress = Schemas['Progress'];
export type AnalysisMetadata = Schemas['AnalysisMetadata'];
export type ProcessingAnalysis = Schemas['ProcessingAnalysis'];
export type CompletedAnalysis = Schemas['CompletedAnalysis'];
export type FailedAnalysis = Schemas['FailedAnalysis'];
export type ProcessingAnalysisSummary = Schemas['ProcessingAnalysisSummary'];
export type PerformedSummary = Schemas['PerformedSummary'];
export type ComplianceSummary = Schemas['ComplianceSummary'];
export type ResolvedSummary = Schemas['ResolvedSummary'];
export type PresentSummary = Schemas['PresentSummary'];
export type QualitySummary = Schemas['QualitySummary'];
export type CoachingSummary = Schemas['CoachingSummary'];
export type ResultsSummary = Schemas['ResultsSummary'];
export type CompletedAnalysisSummary = Schemas['CompletedAnalysisSummary'];
export type FailedAnalysisSummary = Schemas['FailedAnalysisSummary'];
export type ProgressStreamEvent = Schemas['ProgressStreamEvent'];
export type CompletedStreamEvent = Schemas['CompletedStreamEvent'];
export type FailedStreamEvent = Schemas['FailedStreamEvent'];
export type FormSection = Schemas['FormSection'];
export type FormQuestion = Schemas['FormQuestion'];
export type FormAnswer = Schemas['FormAnswer'];
export type QuoteWindow = Schemas['QuoteWindow'];
export type QuestionCondition = Schemas['QuestionCondition'];
export type MetricBand = Schemas['MetricBand'];
export type ModelJudge = Schemas['ModelJudge'];
export type PhrasesJudge = Schemas['PhrasesJudge'];
export type MetricJudge = Schemas['MetricJudge'];
export type FindingJudge = Schemas['FindingJudge'];
export type HumanJudge = Schemas['HumanJudge'];
export type AnswerAutomation = Schemas['AnswerAutomation'];
export type AnalysisStage = Schemas['AnalysisStage'];
export type AnalysisStatus = Schemas['AnalysisStatus'];
export type AnalysisView = Schemas['AnalysisView'];
export type ApiKeyMode = Schemas['ApiKeyMode'];
export type AudioFormat = Schemas['AudioFormat'];
export type CallMetric = Schemas['CallMetric'];
export type CallDirection = Schemas['CallDirection'];
export type CitationVerification = Schemas['CitationVerification'];
export type Collection = Schemas['Collection'];
export type DeliveryStatus = Schemas['DeliveryStatus'];
export type DiarizationMethod = Schemas['DiarizationMethod'];
export type EngineGrade = Schemas['EngineGrade'];
export type ErrorCode = Schemas['ErrorCode'];
export type ExportFormat = Schemas['ExportFormat'];
export type HearingBasis = Schemas['HearingBasis'];
export type HearingReason = Schemas['HearingReason'];
export type ObservationCategory = Schemas['ObservationCategory'];
export type PaidPlan = Schemas['PaidPlan'];
export type Plan = Schemas['Plan'];
export type ReportAudio = Schemas['ReportAudio'];
export type RevisionStatus = Schemas['RevisionStatus'];
export type Scenario = Schemas['Scenario'];
export type Scope = Schemas['Scope'];
export type Sentiment = Schemas['Sentiment'];
export type SubscriptionStatus = Schemas['SubscriptionStatus'];
export type TalkingParty = Schemas['TalkingParty'];
export type UsageKind = Schemas['UsageKind'];
export type UsageView = Schemas['UsageView'];
export type WebhookEvent = Schemas['WebhookEvent'];
export type WindowEdge = Schemas['WindowEdge'];

/** An analysis; `status` tells its states apart. */
export type Analysis = ProcessingAnalysis | CompletedAnalysis | FailedAnalysis;

/** An analysis as `view=summary` gives it; `status` tells its states apart. */
export type AnalysisSummary = ProcessingAnalysisSummary | CompletedAnalysisSummary | FailedAnalysisSummary;

/** One event of the stream; `event` tells what its data is. */
export type AnalysisStreamEvent = ProgressStreamEvent | CompletedStreamEvent | FailedStreamEvent;

/** What answers a question; `kind` tells them apart. */
export type QuestionJudgeRequest = ModelJudgeRequest | PhrasesJudgeRequest | MetricJudgeRequest | FindingJudgeRequest | HumanJudgeRequest;

/** What answers a question; `kind` tells them apart. */
export type QuestionJudge = ModelJudge | PhrasesJudge | MetricJudge | FindingJudge | HumanJudge;

/** What a webhook carries. */
export type WebhookNotification = AnalysisCompletedEvent | AnalysisFailedEvent;
