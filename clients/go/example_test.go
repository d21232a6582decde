package callanalysis_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"example.com/callanalysis"
)

func Example() {
	ctx := context.Background()
	client, err := callanalysis.New(callanalysis.Options{})
	if err != nil {
		log.Fatal(err)
	}
	analysis, err := client.Analyses.Create(ctx, &callanalysis.AnalysesCreateParams{
		Scenario:  callanalysis.ScenarioGoodCall,
		AgentID:   "agent-7",
		ContactID: "cust-42",
	})
	if err != nil {
		log.Fatal(err)
	}
	analysis, err = client.Analyses.WaitForCompletion(ctx, analysis.ID, &callanalysis.WaitParams{Timeout: time.Minute})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(analysis.Status)
}

func ExampleAnalysesService_List() {
	client, err := callanalysis.New(callanalysis.Options{})
	if err != nil {
		log.Fatal(err)
	}
	list := client.Analyses.List(context.Background(), &callanalysis.AnalysesListParams{
		Status: callanalysis.AnalysisStatusCompleted,
		Limit:  callanalysis.Int(100),
	})
	for list.Next() {
		fmt.Println(list.Current().ID)
	}
	if err := list.Err(); err != nil {
		log.Fatal(err)
	}
}

func ExampleVerifyWebhook() {
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

func ExampleError() {
	client, err := callanalysis.New(callanalysis.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Users.Me(context.Background())
	var failure *callanalysis.Error
	if errors.As(err, &failure) && failure.Status == http.StatusUnauthorized {
		fmt.Println("the key is not valid:", failure.Detail)
	}
}
