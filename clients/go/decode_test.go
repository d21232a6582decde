package callanalysis

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestDecodeReadsWholeNumbersInAnySpelling(t *testing.T) {
	for _, text := range []string{"60", "60.0", "6e1", "6E+1", "600e-1", "0.6e2", "60.000e0"} {
		var value struct{ N int64 }
		if err := decode([]byte(`{"N":`+text+`}`), &value); err != nil || value.N != 60 {
			t.Errorf("%s: got %d, %v", text, value.N, err)
		}
	}
}

func TestDecodeRefusesWhatDoesNotFit(t *testing.T) {
	for _, text := range []string{"60.5", "1e400", "-1e400", "1e30", "9223372036854775808", "6e-1", "1e99999999999999999999", "NaN", "01.0", "1.", "-"} {
		var value struct{ N int64 }
		if err := decode([]byte(`{"N":`+text+`}`), &value); err == nil {
			t.Errorf("%s: got %d and no error", text, value.N)
		}
	}
}

func TestDecodeLeavesTextsAlone(t *testing.T) {
	var value struct{ S string }
	if err := decode([]byte(`{"S":"6e1 \" 60.0 \\"}`), &value); err != nil || value.S != `6e1 " 60.0 \` {
		t.Errorf("got %q, %v", value.S, err)
	}
}

func TestDecodeKeepsFractions(t *testing.T) {
	for text, want := range map[string]float64{"0.5": 0.5, "1e-3": 0.001, "-0.0": 0, "1.25e2": 125, "1e300": 1e300} {
		var value float64
		if err := decode([]byte(text), &value); err != nil || value != want {
			t.Errorf("%s: got %g, %v", text, value, err)
		}
	}
}

func TestModelsIgnoreWhatTheyDoNotKnow(t *testing.T) {
	var analysis Analysis
	const text = `{"id":"a","status":"paused","new":{"deep":[1]},"metadata":{"version":"1","campaign":"spring","n":1.5,"none":null,"Version":2,"RETRYABLE":"x"}}`
	if err := decode([]byte(text), &analysis); err != nil {
		t.Fatal(err)
	}
	if analysis.Status != "paused" || analysis.Metadata.Version != "1" {
		t.Errorf("got %+v", analysis)
	}
	want := map[string]any{"campaign": "spring", "n": 1.5, "none": nil, "Version": 2.0, "RETRYABLE": "x"}
	if !reflect.DeepEqual(analysis.Metadata.Extra, want) {
		t.Errorf("got %v, want %v", analysis.Metadata.Extra, want)
	}
	written, err := json.Marshal(analysis.Metadata)
	if err != nil {
		t.Fatal(err)
	}
	var again map[string]any
	if err := json.Unmarshal(written, &again); err != nil || again["campaign"] != "spring" || again["version"] != "1" {
		t.Errorf("got %s, %v", written, err)
	}
}
