package callanalysis

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
)

// VerifySigned checks that the service signed an object: a receipt, the head of the audit log, a provenance or evidence.json. Give it
// the texts of the object and of the key set (/.well-known/call-analysis/keys.json); it needs no connection. An error of the kind
// [KindSignature] means that no key of the set has signed exactly this.
func VerifySigned(signed, keySet []byte) error {
	var members map[string]any
	if err := json.Unmarshal(signed, &members); err != nil {
		return argumentError("What is signed is a JSON object.", err)
	}
	var set struct {
		Keys []struct{ Kid, X string }
	}
	if err := json.Unmarshal(keySet, &set); err != nil {
		return argumentError("The key set is no JSON.", err)
	}
	signature, _ := members["signature"].(string)
	keyID, _ := members["key_id"].(string)
	delete(members, "signature")
	for _, key := range set.Keys {
		if keyID == "" || key.Kid != keyID {
			continue
		}
		public, err := base64.RawURLEncoding.DecodeString(key.X)
		if err != nil || len(public) != ed25519.PublicKeySize {
			return argumentError("The key set has no usable key "+keyID+".", err)
		}
		given, err := base64.RawURLEncoding.DecodeString(signature)
		if err == nil && ed25519.Verify(public, canonicalJSON(members), given) {
			return nil
		}
		return signatureError("The signature does not match: the object was changed.")
	}
	return signatureError("The key set has no key " + keyID + ".")
}

// canonicalJSON writes what json.Unmarshal has read in the form of RFC 8785.
func canonicalJSON(value any) []byte {
	var text bytes.Buffer
	writeCanonical(&text, value)
	return text.Bytes()
}

func writeCanonical(text *bytes.Buffer, value any) {
	switch value := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		sort.Slice(names, func(i, j int) bool { return isBefore(names[i], names[j]) })
		text.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				text.WriteByte(',')
			}
			writeCanonical(text, name)
			text.WriteByte(':')
			writeCanonical(text, value[name])
		}
		text.WriteByte('}')
	case []any:
		text.WriteByte('[')
		for i, each := range value {
			if i > 0 {
				text.WriteByte(',')
			}
			writeCanonical(text, each)
		}
		text.WriteByte(']')
	case string:
		writeText(text, value)
	case float64:
		text.WriteString(numberText(value))
	case bool:
		text.WriteString(strconv.FormatBool(value))
	default:
		text.WriteString("null")
	}
}

// isBefore compares UTF-16 code units.
func isBefore(one, other string) bool {
	first, second := utf16.Encode([]rune(one)), utf16.Encode([]rune(other))
	for i := 0; i < len(first) && i < len(second); i++ {
		if first[i] != second[i] {
			return first[i] < second[i]
		}
	}
	return len(first) < len(second)
}

var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func writeText(text *bytes.Buffer, value string) {
	text.WriteByte('"')
	for _, each := range value {
		escape, isEscaped := escapes[each]
		switch {
		case isEscaped:
			text.WriteString(escape)
		case each < ' ':
			text.WriteString(`\u00`)
			text.WriteByte("0123456789abcdef"[each>>4])
			text.WriteByte("0123456789abcdef"[each&15])
		default:
			text.WriteRune(each)
		}
	}
	text.WriteByte('"')
}

// numberText writes a number as JavaScript does.
func numberText(value float64) string {
	if value == 0 {
		return "0"
	}
	size := value
	if size < 0 {
		size = -size
	}
	if size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(value, 'e', -1, 64), "e")
	return digits + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
