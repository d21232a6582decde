// Package callanalysis is the Go client of the Call Analysis Service: it uploads recordings of calls, waits for their analyses,
// and verifies the service's webhooks.
//
//	client, err := callanalysis.New(callanalysis.Options{APIKey: "sk_test_…"})
//	if err != nil {
//		return err
//	}
//	analysis, err := client.Analyses.Create(ctx, &callanalysis.AnalysesCreateParams{
//		File:      "call.wav",
//		AgentID:   "agent-7",
//		ContactID: "cust-42",
//	})
//
// Every method takes a context first; cancelling it ends the request, the wait between two attempts, or the stream. Every error is
// an [*Error]. A [Client] is safe for concurrent use.
package callanalysis

// Version is the version of this library.
const Version = "0.2.0"
