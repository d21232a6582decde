package callanalysis

import (
	"bytes"
	"encoding/json"
	"net/url"
	"sort"
	"strings"
)

// field is a parameter as text, for a query or a form.
type field struct{ name, text string }

// fieldsOf writes the parameters that are given as texts: lists with commas, objects as JSON.
func fieldsOf(params any) ([]field, error) {
	encoded, err := json.Marshal(params)
	if err != nil {
		return nil, argumentError("The parameters cannot be written.", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(encoded, &members); err != nil {
		return nil, argumentError("The parameters cannot be written.", err)
	}
	var fields []field
	for name, value := range members {
		if !bytes.Equal(value, []byte("null")) {
			fields = append(fields, field{name, textOf(value)})
		}
	}
	sort.Slice(fields, func(i, j int) bool { return fields[i].name < fields[j].name })
	return fields, nil
}

func textOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	var texts []string
	if json.Unmarshal(value, &texts) == nil {
		return strings.Join(texts, ",")
	}
	return string(value)
}

// inBrackets writes the members of each object by itself, as name[key].
func inBrackets(params any) (map[string]json.RawMessage, error) {
	encoded, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(encoded, &members); err != nil {
		return nil, err
	}
	for name, value := range members {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil || object == nil {
			continue
		}
		delete(members, name)
		for key, member := range object {
			members[name+"["+key+"]"] = member
		}
	}
	return members, nil
}

// queryOf adds the parameters that are given to those that go with every call of the operation.
func queryOf(params any, fixed ...field) (url.Values, error) {
	query := url.Values{}
	for _, each := range fixed {
		query.Set(each.name, each.text)
	}
	if params == nil {
		return query, nil
	}
	members, err := inBrackets(params)
	if err != nil {
		return query, argumentError("The parameters cannot be written.", err)
	}
	fields, err := fieldsOf(members)
	for _, each := range fields {
		query.Set(each.name, each.text)
	}
	return query, err
}

// bodyWith is a body with members of its own beside those of the parameters.
type bodyWith struct {
	params  any
	members map[string]any
}

// withNulls sends null for the members that are named; a nil pointer leaves a member out.
func withNulls(params any, names []string) any {
	if len(names) == 0 {
		return params
	}
	members := make(map[string]any, len(names))
	for _, name := range names {
		members[name] = nil
	}
	return bodyWith{params, members}
}

func (b bodyWith) MarshalJSON() ([]byte, error) {
	encoded, err := json.Marshal(b.params)
	if err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(encoded, &all); err != nil {
		return nil, err
	}
	for name, value := range b.members {
		if all[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return json.Marshal(all)
}

// decodeOpen reads an object into its model, and what the model does not name into extra. Only the exact names go into the model:
// encoding/json would take the caller's own "Version" for the service's "version".
func decodeOpen(data []byte, model any, extra *map[string]any, known ...string) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil || all == nil {
		return err
	}
	own := make(map[string]json.RawMessage, len(known))
	for _, name := range known {
		if value, found := all[name]; found {
			own[name] = value
			delete(all, name)
		}
	}
	encoded, err := json.Marshal(own)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(encoded, model); err != nil {
		return err
	}
	*extra = make(map[string]any, len(all))
	for name, value := range all {
		var read any
		if err := json.Unmarshal(value, &read); err != nil {
			return err
		}
		(*extra)[name] = read
	}
	return nil
}

// encodeOpen writes a model and its extra members as one object.
func encodeOpen(model any, extra map[string]any) ([]byte, error) {
	return bodyWith{model, extra}.MarshalJSON()
}
