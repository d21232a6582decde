// The first call of README.md.
package main

import (
	"context"
	"fmt"
	"log"

	"example.com/callanalysis"
)

func main() {
	ctx := context.Background()
	// The key comes from CALL_ANALYSIS_API_KEY, the address from CALL_ANALYSIS_URL, else it is http://localhost:3000.
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
	analysis, err = client.Analyses.WaitForCompletion(ctx, analysis.ID, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(analysis.Status)
	if analysis.Results != nil {
		fmt.Println(analysis.Results.Summary)
	}
}
