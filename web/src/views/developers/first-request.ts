// A first request in each language, as in the README of each library. `test/web` compares them with these READMEs, whose code is
// run there.

export type ProgramLanguage = 'curl' | 'TypeScript' | 'Python' | 'Go' | 'Java';

interface Program {
  readonly language: ProgramLanguage;
  /** Folder in `clients` whose README explains how to install the library; null when there is none. */
  readonly library: string | null;
  /** File name of the program; null for a command. */
  readonly file: string | null;
  /** Runs the file. */
  readonly command: string | null;
  readonly source: string;
  /** The line for a test key, and the one that a live key needs in its place. */
  readonly recording: readonly [scenario: string, file: string];
}

const CURL = `curl "$CALL_ANALYSIS_URL/api/v1/analysis" \\
  -H "Authorization: Bearer $CALL_ANALYSIS_API_KEY" \\
  -F agent_id=agent-7 \\
  -F contact_id=cust-42 \\
  -F scenario=good_call
`;

const TYPESCRIPT = `import { CallAnalysis } from '@call-analysis/client';

// The key comes from CALL_ANALYSIS_API_KEY, the address from CALL_ANALYSIS_URL, else it is http://localhost:3000.
const client = new CallAnalysis();
const { id } = await client.analyses.create({
  agent_id: 'agent-7',
  contact_id: 'cust-42',
  scenario: 'good_call',
});
const analysis = await client.analyses.waitForCompletion(id);
if (analysis.status === 'completed') {
  console.log(analysis.transcript?.text);
  console.log(\`Compliance: \${analysis.results.compliance.score}\`);
}
`;

const PYTHON = `from call_analysis import CallAnalysis

# The key comes from CALL_ANALYSIS_API_KEY, the address from CALL_ANALYSIS_URL;
# without one it is http://localhost:3000.
client = CallAnalysis()
analysis = client.analyses.create(
    scenario="good_call", agent_id="agent-7", contact_id="cust-42"
)
analysis = client.analyses.wait_for_completion(analysis.id)
if analysis.status == "completed":
    print(analysis.results.summary)
    print("Compliance", analysis.results.compliance.score)
    print("Quality", analysis.results.quality.overall_score)
`;

const GO = `package main

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
`;

const JAVA = `import callanalysis.*;

public class FirstCall {
  public static void main(String[] args) {
    CallAnalysis client = CallAnalysis.create();
    Analysis submitted = client.analyses().create(
        CreateAnalysisParams.builder()
            .scenario(Scenario.GOOD_CALL)
            .agentId("agent-7")
            .contactId("cust-42")
            .build());
    Analysis analysis = client.analyses().waitForCompletion(submitted.id());
    System.out.println(analysis.status());
    System.out.println(analysis.results().summary());
    System.out.println("compliance " + analysis.results().compliance().score());
  }
}
`;

export const PROGRAMS: readonly Program[] = [
  {
    language: 'curl',
    library: null,
    file: null,
    command: null,
    source: CURL,
    recording: ['-F scenario=good_call', '-F audio_file=@call.wav'],
  },
  {
    language: 'TypeScript',
    library: 'typescript',
    file: 'first.js',
    command: 'node first.js',
    source: TYPESCRIPT,
    recording: ["scenario: 'good_call',", "file: 'call.wav',"],
  },
  {
    language: 'Python',
    library: 'python',
    file: 'first_call.py',
    command: 'python3 first_call.py',
    source: PYTHON,
    recording: ['scenario="good_call",', 'file="call.wav",'],
  },
  {
    language: 'Go',
    library: 'go',
    file: 'main.go',
    command: 'go run .',
    source: GO,
    recording: ['Scenario:  callanalysis.ScenarioGoodCall,', 'File:      "call.wav",'],
  },
  {
    language: 'Java',
    library: 'java',
    file: 'FirstCall.java',
    command: 'javac FirstCall.java && java FirstCall',
    source: JAVA,
    recording: ['.scenario(Scenario.GOOD_CALL)', '.file(java.nio.file.Path.of("call.wav"))'],
  },
];

interface Credential {
  readonly url: string;
  /** Null: a placeholder is shown. */
  readonly key: string | null;
  readonly isTest: boolean;
}

/** Environment variables that every program reads. */
export function environmentOf({ url, key, isTest }: Credential): string {
  return `export CALL_ANALYSIS_URL=${url}\nexport CALL_ANALYSIS_API_KEY=${key ?? (isTest ? 'sk_test_…' : 'sk_live_…')}\n`;
}

/** Source of the program. A test key submits a scenario; a live key needs a recording. */
export function sourceOf({ source, recording: [scenario, file] }: Program, isTest: boolean): string {
  return isTest ? source : source.replace(scenario, file);
}
