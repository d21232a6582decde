package callanalysis_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/callanalysis"
)

// The functions below are the examples of README.md, so that they compile.

func judgeByOwnForm(ctx context.Context, client *callanalysis.Client, id string) error {
	file, err := os.ReadFile("samples/scorecards/service-line.json")
	if err != nil {
		return err
	}
	var form struct {
		Scorecard callanalysis.ScorecardsCreateParams
		Revision  callanalysis.ScorecardsCreateRevisionParams
	}
	if err := json.Unmarshal(file, &form); err != nil {
		return err
	}
	card, err := client.Scorecards.Create(ctx, &form.Scorecard)
	if err != nil {
		return err
	}
	if _, err := client.Scorecards.CreateRevision(ctx, card.ID, &form.Revision); err != nil {
		return err
	}
	if _, err := client.Scorecards.PublishRevision(ctx, card.ID, 1, nil); err != nil {
		return err
	}
	evaluation, err := client.Evaluations.Create(ctx, id, &callanalysis.EvaluationsCreateParams{ScorecardID: card.ID})
	for err == nil && evaluation.Status == callanalysis.AnalysisStatusProcessing {
		time.Sleep(time.Second)
		evaluation, err = client.Evaluations.Get(ctx, evaluation.ID)
	}
	if err != nil {
		return err
	}
	fmt.Println(*evaluation.Outcome, *evaluation.Coverage)
	return nil
}

func uploadAndWait(ctx context.Context, client *callanalysis.Client) error {
	analysis, err := client.Analyses.Create(ctx, &callanalysis.AnalysesCreateParams{
		File:      "call.wav",
		AgentID:   "agent-7",
		ContactID: "cust-42",
		Language:  callanalysis.String("en"),
		Metadata:  map[string]any{"campaign": "spring"},
		OnProgress: func(sent, total int64) {
			fmt.Printf("\r%d of %d bytes", sent, total)
		},
	})
	if err != nil {
		return err
	}
	analysis, err = client.Analyses.WaitForCompletion(ctx, analysis.ID, &callanalysis.WaitParams{
		Timeout:    10 * time.Minute,
		OnProgress: func(p callanalysis.Progress) { fmt.Println(p.Stage, p.Percent) },
	})
	if err != nil {
		return err
	}
	if analysis.Status == callanalysis.AnalysisStatusFailed {
		return errors.New(*analysis.Metadata.ErrorMessage)
	}
	return nil
}

func goOn(ctx context.Context, client *callanalysis.Client, failure *callanalysis.Error) error {
	upload, err := client.Uploads.Send(ctx, failure.UploadID, &callanalysis.UploadsSendParams{File: "call.wav"})
	if err != nil {
		return err
	}
	_, err = client.Analyses.Create(ctx, &callanalysis.AnalysesCreateParams{
		UploadID:  upload.ID,
		AgentID:   "agent-7",
		ContactID: "cust-42",
	})
	return err
}

func handleWebhooks() {
	http.HandleFunc("/hooks/calls", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<20))
		if err != nil {
			http.Error(w, "cannot read", http.StatusBadRequest)
			return
		}
		event, err := callanalysis.VerifyWebhook(body, r.Header, os.Getenv("CALL_ANALYSIS_WEBHOOK_SECRET"))
		if err != nil {
			http.Error(w, "not signed", http.StatusUnauthorized)
			return
		}
		fmt.Println(event.Event, event.Data.ID)
	})
}

func reviewNext(ctx context.Context, client *callanalysis.Client) error {
	next, err := client.ReviewQueue.Claim(ctx, &callanalysis.ReviewQueueClaimParams{ReviewerID: "mara"})
	if err != nil || next == nil {
		return err
	}
	review, err := client.Reviews.Create(ctx, next.AnalysisID, &callanalysis.ReviewsCreateParams{
		ReviewerID: "mara",
		Findings:   []map[string]any{{"finding": "compliance.identity_verification", "answer": "yes"}},
	})
	if err != nil {
		return err
	}
	fmt.Println(*review.Scores.Before.Compliance, *review.Scores.After.Compliance)
	correction, err := client.Analyses.CreateCorrection(ctx, next.AnalysisID, &callanalysis.AnalysesCreateCorrectionParams{
		ReviewerID:  "mara",
		BaseVersion: 1,
		SwapRoles:   callanalysis.Bool(true),
	})
	if err != nil {
		return err
	}
	correction, err = client.Analyses.WaitForCorrection(ctx, next.AnalysisID, correction.ID)
	if err != nil {
		return err
	}
	fmt.Println(correction.Status, correction.TranscriptVersion)
	return nil
}

func readErrors(err error) {
	var failure *callanalysis.Error
	if errors.As(err, &failure) {
		switch {
		case failure.Status == http.StatusPaymentRequired:
			fmt.Println("no minutes left:", failure.Detail)
		case failure.Status == http.StatusUnprocessableEntity:
			for _, item := range failure.Items {
				fmt.Println(item.Loc, item.Msg)
			}
		case failure.Retryable:
			fmt.Println("try again later; request", failure.RequestID)
		}
	}
}

func configure() (*callanalysis.Client, error) {
	client, err := callanalysis.New(callanalysis.Options{
		APIKey:     os.Getenv("MY_KEY"),
		BaseURL:    "https://calls.example.com",
		Timeout:    30 * time.Second,
		MaxRetries: callanalysis.Int(5),
	})
	return client, err
}

func walkList(ctx context.Context, client *callanalysis.Client) error {
	list := client.Analyses.List(ctx, &callanalysis.AnalysesListParams{
		Status: callanalysis.AnalysisStatusCompleted,
		Limit:  callanalysis.Int(100),
	})
	for list.Next() {
		fmt.Println(list.Current().ID)
	}
	if err := list.Err(); err != nil {
		return err
	}
	return nil
}

var examples = []any{uploadAndWait, goOn, handleWebhooks, judgeByOwnForm, reviewNext, readErrors, configure, walkList}

func TestTheExamplesOfTheReadmeCompile(t *testing.T) {
	readme := readFile(t, "README.md")
	compiled := unindented(readFile(t, "readme_test.go")) + unindented(readFile(t, "examples/first/main.go"))
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(readme, -1)
	if len(blocks) != len(examples)+1 {
		t.Fatalf("README.md has %d examples", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(compiled, unindented(block[1])) {
			t.Errorf("This example of README.md is not compiled:\n%s", block[1])
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func unindented(text string) string {
	return regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(text, "")
}
