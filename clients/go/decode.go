package callanalysis

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// decode reads JSON into value. An integer may be written as 60.0 or 6e1, as other languages print it; a number that does not fit,
// and null in place of the whole value, are errors.
func decode(data []byte, value any) error {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		return errors.New("it is null")
	}
	return json.Unmarshal(plainIntegers(data), value)
}

// plainIntegers rewrites each number whose value is whole, but which is written with a fraction or an exponent, as encoding/json
// takes it for an int64. All else stays as it is, also what is not JSON.
func plainIntegers(data []byte) []byte {
	if bytes.IndexByte(data, '.') < 0 && bytes.IndexAny(data, "eE") < 0 {
		return data
	}
	out := make([]byte, 0, len(data))
	for at := 0; at < len(data); {
		start := at
		switch c := data[at]; {
		case c == '"':
			at = stringEnd(data, at)
			out = append(out, data[start:at]...)
		case c == '-' || (c >= '0' && c <= '9'):
			for at < len(data) && strings.IndexByte("+-.eE0123456789", data[at]) >= 0 {
				at++
			}
			out = append(out, wholeNumber(string(data[start:at]))...)
		default:
			at++
			out = append(out, c)
		}
	}
	return out
}

// stringEnd returns the index behind the string that begins at the quotation mark data[at].
func stringEnd(data []byte, at int) int {
	for at++; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(data)
}

// wholeNumber returns the digits of a number of at most 18 digits whose value is whole; all other text as it is.
func wholeNumber(text string) string {
	const maxDigits = 18
	mantissa, power := text, 0
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		exponent, err := strconv.Atoi(text[at+1:])
		if err != nil || exponent > maxDigits || exponent < -maxDigits {
			return text
		}
		mantissa, power = text[:at], exponent
	}
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	whole, fraction, pointed := strings.Cut(mantissa, ".")
	if !digits.MatchString(whole) || (pointed && !digits.MatchString(fraction)) || (len(whole) > 1 && whole[0] == '0') {
		return text
	}
	fraction = strings.TrimRight(fraction, "0")
	number := strings.TrimLeft(whole+fraction, "0")
	zeros := power - len(fraction)
	switch {
	case number == "":
		return "0"
	case zeros >= 0 && len(number)+zeros <= maxDigits:
		return sign + number + strings.Repeat("0", zeros)
	case zeros < 0 && -zeros < len(number) && strings.Trim(number[len(number)+zeros:], "0") == "":
		return sign + number[:len(number)+zeros]
	}
	return text
}
