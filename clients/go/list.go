package callanalysis

import (
	"context"
	"strconv"
)

// Iter walks through a list and fetches one page after the other, as they are needed:
//
//	for it.Next() {
//		use(it.Current())
//	}
//	if err := it.Err(); err != nil { … }
//
// An Iter is not safe for concurrent use.
type Iter[T any] struct {
	ctx     context.Context
	client  *Client
	request *call
	skipBy  string
	skip    int64

	items   []T
	current T
	total   int64
	ended   bool
	err     error
}

// listPage is a page in either form: items with a total, or data with has_more.
type listPage[T any] struct {
	Items   []T   `json:"items"`
	Data    []T   `json:"data"`
	HasMore *bool `json:"has_more"`
	Total   int64 `json:"total"`
}

// newIter starts at the item that the parameters name, else at the first one.
func newIter[T any](ctx context.Context, client *Client, request *call, skipBy string) *Iter[T] {
	skip, _ := strconv.ParseInt(request.query.Get(skipBy), 10, 64)
	return &Iter[T]{ctx: ctx, client: client, request: request, skipBy: skipBy, skip: skip}
}

// Next goes to the next item. It returns false at the end of the list and after an error.
func (i *Iter[T]) Next() bool {
	if len(i.items) == 0 && !i.ended && i.err == nil {
		i.err = i.fetch()
	}
	if len(i.items) == 0 || i.err != nil {
		return false
	}
	i.current, i.items = i.items[0], i.items[1:]
	return true
}

// Current returns the item that Next went to.
func (i *Iter[T]) Current() T { return i.current }

// Err returns the error that ended the list, an [*Error]; nil when the list was read to its end.
func (i *Iter[T]) Err() error { return i.err }

// Total is how many items the list has, as the page that was fetched last says.
func (i *Iter[T]) Total() int64 { return i.total }

func (i *Iter[T]) fetch() error {
	if i.skip > 0 {
		i.request.query.Set(i.skipBy, strconv.FormatInt(i.skip, 10))
	}
	page, err := fetch[listPage[T]](i.ctx, i.client, i.request)
	if err != nil {
		return err
	}
	i.items, i.total = page.Items, page.Total
	if i.items == nil {
		i.items = page.Data
	}
	i.skip += int64(len(i.items))
	more := i.skip < page.Total
	if page.HasMore != nil {
		more = *page.HasMore
	}
	i.ended = !more || len(i.items) == 0
	return nil
}
