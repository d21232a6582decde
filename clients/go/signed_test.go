package callanalysis

import (
	"encoding/json"
	"errors"
	"os"
	"testing"
)

func TestVerifySigned(t *testing.T) {
	file, err := os.ReadFile("../conformance/signed-objects.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		KeySet json.RawMessage `json:"key_set"`
		Cases  []struct {
			Name  string
			Text  string
			Holds bool
		}
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, each := range vectors.Cases {
		err := VerifySigned([]byte(each.Text), vectors.KeySet)
		var failure *Error
		if each.Holds && err != nil {
			t.Errorf("%s: %v", each.Name, err)
		}
		if !each.Holds && (!errors.As(err, &failure) || failure.Kind != KindSignature) {
			t.Errorf("%s: expected a refused signature, found %v", each.Name, err)
		}
	}
	var failure *Error
	if err := VerifySigned([]byte("{}"), []byte("keys")); !errors.As(err, &failure) || failure.Kind != KindArgument {
		t.Errorf("a key set that is none: %v", err)
	}
}
